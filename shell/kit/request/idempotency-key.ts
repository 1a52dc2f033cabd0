/**
 * One key per intended action. Unlike `crypto.randomUUID` this also works on a device that opened the site by plain
 * http.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
