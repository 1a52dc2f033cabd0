import type { Platform } from '../../platform/module.ts'
import { emailed, type UndoContext } from '../../platform/undo.ts'

// Where the site sends no email, the sentence is `This site sends no email: please tell …` instead.

/** Describes the email to the owner of one sign-up. */
export const describeOwnerMail = ({ platform }: Pick<UndoContext<Platform>, 'platform'>, sentence: string): string =>
  emailed(platform.configuration, sentence, 'the person who signed up')

/** Describes the emails to everyone who signed up for a slot. */
export const describeSlotMail = ({ platform }: Pick<UndoContext<Platform>, 'platform'>, sentence: string): string =>
  emailed(platform.configuration, sentence, 'those who signed up')
