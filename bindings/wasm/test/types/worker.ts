// A worker as TypeScript knows it with the library webworker.
import {serve} from "carom-wasm/serve";

serve(self);
