import {serve} from "carom-wasm/serve";

serve(self);
