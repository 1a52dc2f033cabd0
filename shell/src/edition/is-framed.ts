/** Only pages of the site itself may frame it, which its settings do. */
export const isFramed = (): boolean => parent !== self
