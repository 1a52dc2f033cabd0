/** A reason not to start that a person can do something about. Its message is a sentence for people. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
