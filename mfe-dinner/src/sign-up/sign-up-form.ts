import { formWatch } from '@ultimate/kit/form/form-watch.ts'

/** The page's one form: who signs up is asked once, and every button sends it. */
export const signUpForm = formWatch()
