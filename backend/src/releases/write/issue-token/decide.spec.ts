import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, issued, metadata, refusedWith } from '../part.fixture.ts'
import { type IssueToken, issueTokenDecider } from './decide.ts'

const given = DeciderSpecification.for(issueTokenDecider)
const issue = (builtIn: string | null = null): IssueToken => ({
  type: 'IssueToken',
  data: { hash: 'hash', builtIn },
  metadata,
})

describe('Issuing a release token', () => {
  it('records its hash, as often as it is asked for', () => {
    given([added]).when(issue()).then([issued])
    given([added, issued]).when(issue()).then([issued])
    given([]).when(issue('1.0.0')).then([issued])
  })

  it('refuses a part that is not there', () =>
    given([])
      .when(issue())
      .thenThrows(...refusedWith('PART_NOT_FOUND')))
})
