import {
  type CaughtMail,
  type Inbox,
  startInbox,
  type WholeMail,
} from '@latchkey/dev-stack/startInbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpMailer } from './createSmtpMailer.js'
import { MailError, type Mailer } from './Mailer.js'

let inbox: Inbox
let mailer: Mailer

beforeAll(async () => {
  inbox = await startInbox()
  mailer = createSmtpMailer({ url: inbox.smtpUrl, from: 'Login <login@login.example>' })
})

afterAll(async () => {
  mailer?.stop()
  await inbox?.stop()
})

const content = { subject: 'Hello', text: 'Grüße, 123456\n', html: '<p>Grüße, 123456</p>' }

async function read<result>(path: string): Promise<result> {
  return (await fetch(new URL(path, inbox.url))).json() as Promise<result>
}

async function caught(): Promise<CaughtMail[]> {
  return (await read<{ messages: CaughtMail[] }>('/messages')).messages
}

describe('SMTP mailer', () => {
  it('delivers a mail unchanged', async () => {
    await mailer.send({ ...content, to: 'ann@people.example', subject: 'Grüße – 123456' })
    const [mail] = await caught()
    expect(mail).toMatchObject({
      to: ['ann@people.example'],
      from: 'Login <login@login.example>',
      subject: 'Grüße – 123456',
      code: '123456',
      link: null,
    })
    const { text, source } = await read<WholeMail>(`/messages/${mail?.id}`)
    expect(text).toBe(content.text)
    expect(source).toContain('Auto-Submitted: auto-generated')
  })

  it('rejects injected headers and recipients, in 500 variants', async () => {
    const breaks = [
      '\r\n',
      '\n',
      '\r',
      '\0',
      '\r\n\r\n',
      '\u0085',
      '\u2028',
      '\r\n ',
      '%0d%0a',
      '\v',
    ]
    const evils = [
      'Bcc: evil@evil.example',
      'To: evil@evil.example',
      'X-Evil: yes',
      'Content-Type: text/html',
      'RCPT TO:<evil@evil.example>',
    ]
    const lists = [', ', '; ', ' ', '> <', '\t', '," ', '(', '%', '!', ':']
    const recipients = breaks.flatMap((end) =>
      evils.flatMap((evil) => [
        `ann@people.example${end}${evil}`,
        `ann${end}${evil}${end}@people.example`,
        `${evil}${end}ann@people.example`,
        `ann@people.example${end}${end}${evil}${end}`,
      ]),
    )
    const several = lists.flatMap((between) =>
      evils.map((evil) => `ann@people.example${between}${evil}`),
    )
    const subjects = breaks.flatMap((end) =>
      evils.flatMap((evil) => [
        `Hello${end}${evil}`,
        `${end}${evil}`,
        `${evil}${end}`,
        `=?utf-8?Q?Hello${end}?=${evil}`,
        `Hello${end}${end}${evil}`,
      ]),
    )
    expect(recipients.length + several.length + subjects.length).toBe(500)
    const before = (await caught()).length
    for (const to of [...recipients, ...several]) {
      await expect(mailer.send({ ...content, to })).rejects.toBeInstanceOf(MailError)
    }
    for (const subject of subjects) {
      await mailer.send({ ...content, to: 'ann@people.example', subject }).catch((error) => {
        expect(error).toMatchObject({ name: 'MailError', code: 'bad-mail' })
      })
    }
    const mails = (await caught()).slice(0, -before)
    // Without a line break it is only an unusual subject.
    expect(mails).toHaveLength(25)
    for (const { id, to } of mails) {
      expect(to).toEqual(['ann@people.example'])
      const { source } = await read<WholeMail>(`/messages/${id}`)
      const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
      const names = head.split('\r\n').map((line) => line.slice(0, line.indexOf(':')))
      expect(names.sort()).toEqual([
        'Auto-Submitted',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Subject',
        'To',
      ])
    }
  })

  it('distinguishes an unreachable server from one that rejects', async () => {
    const gone = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'login@login.example' })
    const mail = { ...content, to: 'ann@people.example' }
    await expect(gone.send(mail)).rejects.toMatchObject({ code: 'unreachable' })
    gone.stop()
    const large = { ...mail, text: 'word '.repeat(80_000) }
    await expect(mailer.send(large)).rejects.toMatchObject({ code: 'rejected' })
  })
})

describe('the inbox', () => {
  it('responds to pages of this machine only', async () => {
    const { port } = new URL(inbox.url)
    const { request } = await import('node:http')
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const call = request(
          { host: '127.0.0.1', port, path: '/messages', headers: { host } },
          (response) => resolve(response.resume().statusCode),
        )
        call.on('error', reject).end()
      })
    expect(await statusFor(`localhost:${port}`)).toBe(200)
    expect(await statusFor(`evil.example:${port}`)).toBe(403)
  })

  it('keeps the newest', async () => {
    const small = await startInbox({ maxMails: 2 })
    const sender = createSmtpMailer({ url: small.smtpUrl, from: 'login@login.example' })
    for (const subject of ['one', 'two', 'three']) {
      await sender.send({ ...content, to: 'bob@people.example', subject })
    }
    const response = await fetch(new URL('/messages', small.url))
    const { messages } = (await response.json()) as { messages: CaughtMail[] }
    expect(messages.map(({ subject }) => subject)).toEqual(['three', 'two'])
    sender.stop()
    await small.stop()
  })
})
