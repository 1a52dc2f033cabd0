/** A reason not to start that a person can do something about: shown as its message alone, without a stack. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
