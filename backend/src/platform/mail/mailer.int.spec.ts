import { inspect } from 'node:util'
import { PermanentError } from '@ultimate/event-store/automation.ts'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { type Mail, PossiblySent } from '../mail.ts'
import { createMailer } from './mailer.ts'
import { mailServer, smtpError } from './test-mail-server.ts'

const mail: Mail = {
  id: 'team-1/confirmation',
  to: 'becky@example.org',
  mailbox: 'unconfirmed',
  subject: 'Your bid: Huck Finns 🥏',
  text: 'Hello Becky,\n\nthe Huck Finns are in.\n.\nSee you in November – Grüße',
}

const running: Awaited<ReturnType<typeof mailServer>>[] = []
const closeAll = () => Promise.all(running.splice(0).map((server) => server.close()))
afterEach(closeAll)

/** A real server, and mailers that know it. */
async function smtpServer(options: SMTPServerOptions = {}, credentials = '') {
  const server = await mailServer(options)
  running.push(server)
  const mailer = (query = '') =>
    createMailer(
      {
        smtpUrl: `${server.url.replace('//', `//${credentials}`)}/${query}`,
        siteUrl: 'https://turkey.example.org',
        dataDir: '/nowhere',
      },
      async () => factsOf2025,
    )
  return { received: server.received, cutOff: server.cutOff, mailer }
}

describe('mail over SMTP', () => {
  it('arrives as plain text in UTF-8, from the site to one mailbox', async () => {
    const { received, mailer } = await smtpServer()
    await mailer().send(mail)
    expect(received).toHaveLength(1)
    const [{ from, to, content } = { from: '', to: [], content: '' }] = received
    expect({ from, to }).toEqual({ from: 'no-reply@turkey.example.org', to: ['becky@example.org'] })
    expect(content).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(content).toMatch(/^From: Thanksgiving Ultimate <no-reply@turkey\.example\.org>\r$/m)
    expect(content).toMatch(/^Message-ID: <[\da-f]{40}@turkey\.example\.org>\r$/m)
    expect(content).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(content).toContain('Gr=C3=BC=C3=9Fe')
  })

  it('keeps the same Message-ID when it is sent again, so that the receiver can tell', async () => {
    const { received, mailer } = await smtpServer()
    await mailer().send(mail)
    await mailer().send(mail)
    const ids = received.map(({ content }) => /^Message-ID: .*$/m.exec(content)?.[0])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })

  it('comes from the address that SMTP_URL names', async () => {
    const { received, mailer } = await smtpServer()
    await mailer('?from=td%40club.example').send(mail)
    expect(received[0]?.from).toBe('td@club.example')
  })

  it.each([550, 553])('is given up when the mailbox is refused with %i', async (code) => {
    const { mailer, received } = await smtpServer({
      onRcptTo: (_address, _session, done) => done(smtpError(code)),
    })
    await expect(mailer().send(mail)).rejects.toEqual(new PermanentError(`RCPT TO answered ${code}`))
    expect(received).toEqual([])
  })

  it('is given up when a server without SMTPUTF8 refuses letters beyond ASCII', async () => {
    const { mailer, received } = await smtpServer({
      hideSMTPUTF8: true,
      onRcptTo: ({ address }, _, done) => done(/^[\x20-\x7e]*@/.test(address) ? null : smtpError(553)),
    })
    await expect(mailer().send({ ...mail, to: 'bücky@example.org' })).rejects.toThrow(PermanentError)
    await mailer().send({ ...mail, to: 'becky@bücher.example' })
    expect(received).toHaveLength(1)
  })

  it('is given up when the message itself is refused', async () => {
    const { mailer } = await smtpServer({
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done(smtpError(554)))
      },
    })
    await expect(mailer().send(mail)).rejects.toEqual(new PermanentError('DATA answered 554'))
  })

  it('is left for a later attempt when the mailbox is busy, or the server refuses the sender', async () => {
    const busy = await smtpServer({ onRcptTo: (_address, _session, done) => done(smtpError(451)) })
    await expect(busy.mailer().send(mail)).rejects.toThrow('451')
    await expect(busy.mailer().send(mail)).rejects.toMatchObject({ name: 'TransientError', scope: 'this' })
    const strict = await smtpServer({ onMailFrom: (_address, _session, done) => done(smtpError(550)) })
    await expect(strict.mailer().send(mail)).rejects.toThrow('550')
    await expect(strict.mailer().send(mail)).rejects.toMatchObject({ name: 'TransientError', scope: 'everything' })
  })

  it('is left for a later attempt when no server listens', async () => {
    const { mailer } = await smtpServer()
    const gone = mailer()
    await closeAll()
    await expect(gone.send(mail)).rejects.toThrow('ECONNREFUSED')
    await expect(gone.send(mail)).rejects.toMatchObject({ name: 'TransientError', scope: 'everything' })
  })

  it('reports whether it may have arrived where the connection ends in the middle', async () => {
    const taken: string[] = []
    const early = await smtpServer({ onRcptTo: (_address, session) => early.cutOff(session) })
    await expect(early.mailer().send(mail)).rejects.toMatchObject({ name: 'TransientError', scope: 'this' })
    const late = await smtpServer({
      onData(stream, session) {
        stream.on('data', (chunk) => taken.push(String(chunk)))
        stream.on('end', () => late.cutOff(session))
      },
    })
    await expect(late.mailer().send(mail)).rejects.toThrow(PossiblySent)
    expect(taken.join('')).toContain('Becky')
  })

  it('names where a program can end more of its kind, where it has such an address', async () => {
    const { received, mailer } = await smtpServer()
    await mailer().send(mail)
    await mailer().send({ ...mail, unsubscribe: 'https://turkey.example.org/api/unsubscribe?token=abc' })
    const [without, content] = received.map((one) => one.content)
    expect(without).not.toContain('List-Unsubscribe')
    expect(content).toMatch(/^List-Unsubscribe:\s+<https:\/\/turkey\.example\.org\/api\/unsubscribe\?token=abc>\r$/m)
    expect(content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  it.each([
    ['the recipient', { onRcptTo: (_address, _session, done) => done(smtpError(451, `<${mail.to}> is busy`)) }],
    ['the sender', { onMailFrom: (_address, _session, done) => done(smtpError(450, `not for ${mail.to}`)) }],
    ['the connection', { onConnect: (_session, done) => done(smtpError(421, `no ${mail.to} here`)) }],
    [
      'the sign-in',
      {
        authOptional: false,
        onAuth: ({ username, password }, _, done) => done(smtpError(535, `${username} ${password}`)),
      },
    ],
    [
      'the message',
      {
        onData(stream, _session, done) {
          stream.resume()
          stream.on('end', () => done(smtpError(452, `${mail.to}: ${mail.subject} ${mail.text}`)))
        },
      },
    ],
  ] satisfies [string, SMTPServerOptions][])(
    'rejects without the words of a server that refuses %s',
    async (_, options) => {
      const { mailer } = await smtpServer({ ...options, allowInsecureAuth: true }, 'postmaster:hunter2@')
      const error: unknown = await mailer()
        .send(mail)
        .catch((it: unknown) => it)
      // Everything an error holds, and what a log would make of it.
      const shown =
        inspect(error, { depth: null, showHidden: true }) + JSON.stringify(pino.stdSerializers.err(error as Error))
      for (const secret of ['becky', 'Huck', 'postmaster', 'hunter2', 'cG9zdG1hc3Rlcg'])
        expect(shown).not.toContain(secret)
      expect(error).toMatchObject({
        name: 'TransientError',
        cause: { name: 'MailError', code: expect.stringMatching(/^E/) },
      })
    },
  )

  it.each(['a@example.org,b@example.org', 'a@example.org b@example.org', 'Becky <b@example.org>', 'unknown', ''])(
    'is given up for an address that is no single mailbox: "%s"',
    async (to) => {
      const { mailer, received } = await smtpServer()
      await expect(mailer().send({ ...mail, to })).rejects.toEqual(
        new PermanentError('The address is no single mailbox'),
      )
      expect(received).toEqual([])
    },
  )

  it.each([
    { subject: 'Your bid\r\nBcc: everybody@example.org' },
    { subject: 'Your bid\nX: y' },
    { to: 'becky@example.org\r\nBcc:x@example.org' },
  ])('never lets a header grow another one: %o', async (part) => {
    const { mailer, received } = await smtpServer()
    await mailer()
      .send({ ...mail, ...part })
      .catch(() => {})
    expect(received).toEqual([])
  })
})
