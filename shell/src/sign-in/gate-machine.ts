import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export interface GateDraft {
  readonly password: string
}

export const wrongPassword = 'Incorrect password. Please try again.'
export const networkFailed = 'Network error. Please try again.'

/** The test password, until the server accepts it. */
export const gateMachine = formMachine<GateDraft>({
  id: 'gate',
  fields: ['password'],
  empty: { password: '' },
  findErrors: ({ password }) => (password === '' ? { password: wrongPassword } : {}),
  failed: networkFailed,
  isFinal: true,
})
