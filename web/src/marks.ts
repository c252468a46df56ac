/** The browser's mark of the first moment at which the page Play could be played on; its start is what the page Speed tells. */
export const kPlayable = "carom-playable";

/** The same of the first frame that the page Look has drawn. */
export const kDrawn = "carom-drawn";
