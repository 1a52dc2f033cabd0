/** Unlike `crypto.randomUUID` this also works on a phone that opened the site by its plain http address. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
