/** In place of the name of a person who was forgotten. */
export const forgottenName = 'Forgotten'
