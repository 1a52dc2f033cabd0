import { describe, expect, it } from 'vitest'
import { toNetwork } from './caller.ts'

describe('the network that attempts are counted for', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8:0:7::9]:443', '2001:db8:0:7'],
    ['unknown', 'unknown'],
    ['::1', '0:0:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0db8:0:7:aaaa:bbbb:cccc:dddd', '2001:db8:0:7'],
    ['2001:db8:0:7::9', '2001:db8:0:7'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('of %s is %s', (address, network) => expect(toNetwork(address)).toBe(network))
})
