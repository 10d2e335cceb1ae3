import { formatSiwxMessage } from '@latchkey/wire/siwx'
import { describe, expect, it } from 'vitest'
import { readMessage } from './readMessage.js'

const fields = {
  accountAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  chainId: 'eip155:8453',
  domain: 'shop.example',
  uri: 'https://shop.example/account?a=1#b',
  version: '1',
  nonce: 'aaaaaaaaaaaaaaaa',
  issuedAt: '2026-03-01T12:00:00.000Z',
} as const

/** The text of AppKit's page on the network Base. */
const lines = [
  'shop.example wants you to sign in with your Base account:',
  fields.accountAddress,
  '',
  `URI: ${fields.uri}`,
  'Version: 1',
  'Chain ID: eip155:8453',
  `Nonce: ${fields.nonce}`,
  `Issued At: ${fields.issuedAt}`,
]
const text = lines.join('\n')
const replace = (line: string, by: string) => text.replace(line, by)

describe('a message', () => {
  it('of the widget is read', () => {
    expect(readMessage(formatSiwxMessage(fields))).toEqual(fields)
  })

  it('of AppKit is read', () => {
    expect(readMessage(text)).toEqual(fields)
    const email = ['email:ann@people.example']
    expect(readMessage([text, 'Resources:', `- ${email[0]}`].join('\n'))).toEqual({
      ...fields,
      resources: email,
    })
    expect(readMessage(replace('URI: ', 'Sign in to the shop.\n\nURI: '))).toEqual({
      ...fields,
      statement: 'Sign in to the shop.',
    })
    expect(readMessage(replace('Base', 'zkSync Era (test)'))).toEqual(fields)
    const solana = { ...fields, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    const onSolana = replace('eip155:8453', solana.chainId).replace('Base', 'Solana')
    expect(readMessage(onSolana)).toEqual(solana)
  })

  it.each([
    ['another line at the end', `${text}\n`],
    ['a line of its own', `${text}\nFoo: bar`],
    ['two chains', `${text}\nChain ID: eip155:1`],
    ['two chains, one in the statement', replace('URI: ', 'Chain ID: eip155:1\n\nURI: ')],
    ['two empty lines', replace('URI: ', '\nURI: ')],
    ['no empty line', replace('\n\n', '\n')],
    ['no chain', replace('Chain ID: eip155:8453\n', '')],
    ['an unknown chain', replace('eip155:8453', 'ton:-239')],
    ['lines in another order', [...lines.slice(0, 5), lines[6], lines[5], lines[7]].join('\n')],
    ['a network of several lines', replace('Base', 'Base\naccount:')],
    ['a network without a name', replace('Base', '')],
    ['a network with a long name', replace('Base', 'B'.repeat(65))],
    ['a look-alike network', replace('Base', 'Bаse')],
    ['a look-alike domain', replace('shop.example wants', 'ѕhop.example wants')],
    [
      'a statement that looks like a field',
      replace('URI: ', 'URI: https://rival.example\n\nURI: '),
    ],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['space around it', ` ${text}`],
  ])('with %s is refused', (_, changed) => {
    expect(changed).not.toBe(text)
    expect(readMessage(changed)).toBeUndefined()
  })
})
