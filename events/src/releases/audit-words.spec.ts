import { describe, expect, it } from 'vitest'
import { describeInOneLine, event } from '../language/sentence/sentence.fixture.ts'
import type { PastEvent } from '../language/sentence/sentence.ts'
import { releasesEvents } from './events.ts'

const released = (source: object): PastEvent => event('PartReleased', { version: '1.1.0', source })
const activated = (version: string): PastEvent => event('PartActivated', { version, builtIn: false })
const canary = event('PartCanaryStarted', { version: '1.2.0', builtIn: false, percent: 10 })
const rolledBack = (from: string, to: string | null): PastEvent => event('PartRolledBack', { from, to, canary: false })
const canaryEnded = event('PartRolledBack', { from: '1.2.0', to: '1.1.0', canary: true })

describe('The audit of a part', () => {
  it.each<[string, PastEvent, PastEvent[]]>([
    ['dinner: added the part dinner', event('PartAdded'), []],
    ['dinner: released dinner 1.1.0', released({ kind: 'archive', digest: 'x' }), []],
    [
      'dinner: released dinner 1.1.0, served from https://cdn.example/mf-manifest.json',
      released({ kind: 'address', manifest: 'https://cdn.example/mf-manifest.json', digest: 'x' }),
      [],
    ],
    ['dinner: made dinner 1.1.0 live (was what came with the site)', activated('1.1.0'), []],
    [
      'dinner: made dinner 1.1.0 live (was not live)',
      activated('1.1.0'),
      [event('PartAdded'), released({ kind: 'archive', digest: 'x' }), canary],
    ],
    [
      'dinner: made dinner 1.1.0 live (was dinner 1.0.0)',
      activated('1.1.0'),
      [activated('1.0.0'), canary, canaryEnded],
    ],
    [
      'dinner: made dinner 1.1.0 live (was dinner 1.0.0)',
      activated('1.1.0'),
      [
        activated('1.0.0'),
        activated('2.0.0'),
        rolledBack('2.0.0', '1.0.0'),
        released({ kind: 'archive', digest: 'x' }),
      ],
    ],
    [
      'dinner: made dinner 1.1.0 live (was not live)',
      activated('1.1.0'),
      [activated('2.0.0'), rolledBack('2.0.0', null)],
    ],
    ['dinner: gave dinner 1.2.0 to 10 % of the visitors (was what came with the site)', canary, []],
    [
      'dinner: gave dinner 1.2.0 to 10 % of the visitors (was dinner 1.1.0)',
      canary,
      [activated('1.1.0'), canary, canaryEnded],
    ],
    [
      'dinner: gave dinner 1.2.0 to 10 % of the visitors (was dinner 1.2.0 for 5 %)',
      canary,
      [activated('1.1.0'), event('PartCanaryStarted', { version: '1.2.0', builtIn: false, percent: 5 })],
    ],
    [
      'dinner: gave dinner 1.2.0 to 10 % of the visitors (was dinner 1.3.0)',
      canary,
      [event('PartCanaryStarted', { version: '1.3.0', builtIn: false, percent: 5 }), activated('1.3.0')],
    ],
    ['dinner: rolled dinner back to 1.0.0 (was dinner 2.0.0)', rolledBack('2.0.0', '1.0.0'), []],
    ['dinner: rolled dinner back (was dinner 2.0.0)', rolledBack('2.0.0', null), []],
    ['dinner: ended the canary of dinner 1.2.0 (was dinner 1.2.0)', canaryEnded, []],
    ['dinner: issued a release token for dinner', event('ReleaseTokenIssued', { hash: 'x' }), []],
    ['dinner: ended all release tokens of dinner (was valid)', event('ReleaseTokensEnded'), []],
  ])('says: %s', (line, one, earlier) =>
    expect(describeInOneLine(releasesEvents, one, { stream: 'part-dinner', earlier })).toBe(line),
  )
})
