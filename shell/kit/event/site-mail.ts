import { currentEdition } from '@ultimate/kit/event/edition.ts'

let cached: boolean | undefined

/** Returns whether this site has a mail server, as the page's settings show. Without it, no sentence promises mail. */
export function doesSiteMail(): boolean {
  cached ??= readFromPage()
  return cached
}

function readFromPage(): boolean {
  const text = globalThis.document?.getElementById('page-settings')?.textContent
  return !text || (JSON.parse(text) as { readonly mails?: boolean }).mails !== false
}

/**
 * Returns a sentence on how many people a change emails, for the question before the change and the toast after it.
 * `them` names these people: where the site sends no email, the user has to inform them.
 */
export function emailsTo(people: number, them: string): string {
  if (people === 0) return 'No one gets an email.'
  if (!doesSiteMail()) return `This site sends no email: please tell ${them}.`
  return people === 1 ? 'One person gets an email.' : `${people.toLocaleString('en-US')} people get an email.`
}

/** Returns the beginning of a sentence for a visitor who would wait for a mail in vain. */
export const noMail = (): string => `This site sends no email at the moment. Email ${currentEdition().words.email}`
