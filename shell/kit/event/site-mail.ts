import { eventFacts } from './event-facts.ts'

let known: boolean | undefined

/** Whether this site has a mail server: the page itself says where it has none. Sentences promise no mail then. */
export function doesSiteMail(): boolean {
  known ??= readFromPage()
  return known
}

function readFromPage(): boolean {
  const text = globalThis.document?.getElementById('page-settings')?.textContent
  return !text || (JSON.parse(text) as { readonly mails?: boolean }).mails !== false
}

/** For a visitor who would wait for a mail in vain. */
export const noMail = `This site sends no mail at the moment. Write to ${eventFacts.email}`
