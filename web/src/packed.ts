/** Links, and texts in them: deflated, then letters that need no escapes. */
const kMost = 4e6;  // bytes of what a link holds
const kPiece = 1024;  // bytes that are inflated at once, to a thousand times as many at most (RFC 1951)

class TooLong extends Error {}

export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Of a place of the app, "#look/…"; false where the browser lets nobody copy. */
export async function copyLink(place: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(new URL(place, location.href).href);
    return true;
  } catch {
    return false;
  }
}

/** Piece by piece: what is too long is never there as a whole. */
async function inflate(bytes: Uint8Array<ArrayBuffer>, what: string): Promise<Blob> {
  const {readable, writable} = new DecompressionStream("deflate-raw");
  const feeding = feed(writable.getWriter(), bytes);
  feeding.catch(() => {});  // told by what is read, or waited for below
  const reader = readable.getReader();
  const parts: BlobPart[] = [];
  let size = 0;
  for (let part; !(part = await reader.read()).done; parts.push(part.value as BlobPart)) {
    size += part.value.length;
    if (size <= kMost) continue;
    void reader.cancel();
    throw new TooLong(`the link unpacks to more than ${kMost / 1e6} MB, and no ${what} is so long`);
  }
  await feeding;
  return new Blob(parts);
}

async function feed(writer: WritableStreamDefaultWriter<BufferSource>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for (let at = 0; at < bytes.length; at += kPiece) await writer.write(bytes.subarray(at, at + kPiece));
  await writer.close();
}

/** `what` it is the text of, for those who are told that it is none. */
export async function unpack(packed: string, what = "game"): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    return await (await inflate(bytes, what)).text();
  } catch (error) {
    if (error instanceof TooLong) throw error;
    throw new Error("the link is damaged: a part of it is missing or was changed");
  }
}
