import {serve} from "carom-wasm/serve";

serve(self as unknown as Parameters<typeof serve>[0]);
