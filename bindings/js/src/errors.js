// Errors of the package. `code` indicates what to do about them; README.md lists the codes.

/** An error of the package: {code, message}. */
export class TablesError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "TablesError";
    this.code = code;
  }
}
