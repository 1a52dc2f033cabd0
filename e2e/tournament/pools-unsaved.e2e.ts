import {
  addPools,
  agreeTo,
  cutConnection,
  expectPlaced,
  loseAnswer,
  phone,
  place,
  question,
  save,
  saveAll,
  test,
  unsaved,
} from '../fixtures/pools-page.ts'
import { expect, signIn } from '../fixtures/test.ts'

test('leaving with unsaved changes is asked about: for the other division, another page, and no page', async ({
  builder,
}) => {
  await addPools(builder, 1, 3)
  await builder.getByRole('radio', { name: 'Recreational' }).click()
  await expect(question(builder)).toContainText('Leave without saving?')
  await question(builder).getByRole('button', { name: 'Stay' }).click()
  await expectPlaced(builder, 'A1', 'Empty')

  const asked = builder.waitForEvent('dialog')
  await builder.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(unsaved(builder)).toBeVisible()

  await builder.getByRole('link', { name: 'Thanksgiving Ultimate' }).first().click()
  await question(builder).getByRole('button', { name: 'Leave' }).click()
  await expect(builder).toHaveURL('/')
})

test('a session that ends takes no unsaved work away; Logout without saving leaves none to the next person', async ({
  builder,
}) => {
  await addPools(builder, 1, 3)
  // As it is after a Logout in another tab.
  await builder.evaluate(() => {
    localStorage.removeItem('authToken')
    dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
  })
  await save(builder).click()
  await expect(builder.getByText('Please log in').first()).toBeVisible()
  await expectPlaced(builder, 'A3', 'Empty')
  await signIn(builder)
  await saveAll(builder)

  await addPools(builder, 1, 2)
  await expectPlaced(builder, 'B2', 'Empty')
  await builder.getByRole('button', { name: /account menu/i }).click()
  await builder.getByRole('menuitem', { name: 'Logout' }).click()
  await question(builder).getByRole('button', { name: 'Log Out Without Saving' }).click()
  await expect(builder.getByText('preheating').first()).toBeVisible()
  await signIn(builder)
  await expectPlaced(builder, 'A3', 'Empty')
  await expect(unsaved(builder)).toBeHidden()
  await expect(place(builder, 'B2')).toHaveCount(0)
})

test('what fails on the way keeps the work, says what failed, and can be tried again', async ({ builder, another }) => {
  await addPools(builder, 1, 3)
  let mend = await cutConnection(builder, 'save')
  await save(builder).click()
  await expect(builder.getByText('Failed to save configuration', { exact: true })).toBeVisible()
  await expect(unsaved(builder)).toBeVisible()
  await mend()
  // It arrives, and its answer does not: the same request again gets the answer, and is no change of another user.
  await loseAnswer(builder, 'save')
  await saveAll(builder)
  await addPools(builder, 1, 3)
  mend = await cutConnection(builder, 'pools/rec')
  await save(builder).click()
  await expect(builder.getByText('Failed to save configuration for some divisions')).toBeVisible()
  await expect(unsaved(builder)).toBeHidden()
  await mend()

  const again = builder.getByRole('button', { name: 'Try again' })
  mend = await cutConnection(builder, 'teams/*')
  const mendPools = await cutConnection(builder, 'pools/*')
  await builder.reload()
  await expect(builder.getByText('Failed to load teams')).toBeVisible()
  await mend()
  await again.click()
  await expect(builder.getByText('Failed to load data')).toBeVisible()
  await mendPools()
  await again.click()
  await expectPlaced(builder, 'A1', 'Empty')

  const reader = await another('public', phone)
  const held = Promise.withResolvers<void>()
  await reader.route('**/api/pool-play/published/*', async (route) => {
    await held.promise
    await route.abort()
  })
  await reader.reload()
  await expect(reader.getByText('Loading pools…')).toBeVisible()
  held.resolve()
  await expect(reader.getByText('Failed to load pool information')).toBeVisible()
})

test('publishing and unpublishing that went half well say which half', async ({ builder, ask }) => {
  const pools = [{ id: 'r', name: 'Pool R', size: 2, teams: [null, null] }]
  const isPublic = async (division: string) => (await ask('GET', `/pool-play/published/${division}`)).pools.length > 0
  // Another user saves the other division while something is unsaved here.
  await addPools(builder, 1, 2)
  await ask('POST', '/pool-play/save', { division: 'rec', pools })
  const tryToPublish = async (sentence: string, ...named: readonly string[]) => {
    await agreeTo(builder, 'Publish', ...named)
    await expect(builder.getByText(sentence, { exact: true })).toBeVisible()
  }
  const tryToUnpublish = async (sentence: string) => {
    await agreeTo(builder, 'Unpublish')
    await expect(builder.getByText(sentence, { exact: true })).toBeVisible()
  }
  const publishing = '**/api/pool-play/publish'
  await builder.route(publishing, (route) => {
    if (route.request().postDataJSON().division === 'comp') return route.continue()
    return route.fulfill({ status: 409, json: { code: 'X', message: 'The oven is on fire.', error: '' } })
  })
  await tryToPublish('Failed to publish Recreational division: The oven is on fire.', 'Pool R added')
  expect([await isPublic('comp'), await isPublic('rec')]).toEqual([true, false])
  await builder.unroute(publishing)
  let mend = await cutConnection(builder, 'publish')
  await tryToPublish('Failed to publish pools')
  await mend()
  await ask('POST', '/pool-play/publish', { division: 'rec' })

  mend = await cutConnection(builder, 'save')
  await tryToUnpublish('Failed to save some published pools before unpublishing')
  await mend()
  mend = await cutConnection(builder, 'clear-published/*')
  await tryToUnpublish('Failed to unpublish pools')
  await mend()
  mend = await cutConnection(builder, 'clear-published/rec')
  await tryToUnpublish('Pools unpublished but some may still be visible to public. Please try again.')
  expect([await isPublic('comp'), await isPublic('rec')]).toEqual([false, true])
  await mend()
  await tryToUnpublish('All pools unpublished successfully! Published pools moved to saved configuration.')
  expect([await isPublic('comp'), await isPublic('rec')]).toEqual([false, false])
})
