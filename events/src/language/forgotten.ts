/** The name shown for a person who was forgotten. */
export const forgottenName = 'Forgotten'
