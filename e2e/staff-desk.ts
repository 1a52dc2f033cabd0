import type { Browser, Page, Response } from '@playwright/test'
import type { Site } from './site.ts'
import { watch } from './test.ts'

/** A page of somebody else's browser. */
export async function elsewhere(browser: Browser, site: Site, problems: string[]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  await watch(page, problems)
  return page
}

/** A live stream of somebody signed in, not the visitor's before it. */
export const isOwnLive = (answer: Response) =>
  answer.url().includes('/api/live') && 'authorization' in answer.request().headers()
