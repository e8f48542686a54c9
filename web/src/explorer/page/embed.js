// Whether the page stands in a frame of another page, small, with nothing but board, result and moves: ?embed=1.

export const isEmbedded = new URLSearchParams(location.search).get("embed") === "1";
