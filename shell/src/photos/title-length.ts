/** Characters of a photo's title at most. */
export const titleLength = 120
