import {connect} from "node:net";
import {expect, test} from "@playwright/test";

/** What becomes of a connection to a port of this machine. */
const reached = (host: string, port: number): Promise<string> => new Promise((resolve) => {
  const socket = connect({host, port});
  socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  socket.once("connect", () => {
    socket.destroy();
    resolve("connected");
  });
});

// Linux takes all of 127.0.0.0/8 for this machine: who listens on all interfaces answers there, too.
test("the app is served on the loopback address alone", async ({baseURL}) => {
  const port = Number(new URL(baseURL!).port);
  expect(await reached("127.0.0.1", port)).toBe("connected");
  expect(await reached("127.0.0.2", port)).toBe("ECONNREFUSED");
});
