import { createSiweMessage } from 'viem/siwe'
import {
  type DrainerSample,
  evmAddress,
  family,
  messageOf,
  upTo,
  visitor,
} from './sample.fixture.js'

/** A typical sign-in message of `domain`. */
export function signInTo(domain: string, index = 0): string {
  return createSiweMessage({
    domain,
    address: visitor,
    uri: `https://${domain}/login`,
    version: '1',
    chainId: 1,
    nonce: `abcdefgh1234567${index}`,
    issuedAt: new Date('2030-01-01T00:00:00Z'),
    ...(index % 2 && { statement: `Welcome, visitor ${index}.` }),
  })
}

export const messageDrainers: readonly DrainerSample[] = [
  ...family<number, DrainerSample>('hash of an operation', upTo(4), (index) => ({
    action: messageOf('', {
      bytes: Uint8Array.from({ length: 32 }, (_, at) => at * 7 + index),
      text: undefined,
    }),
    danger: 'hash',
  })),
  ...family<string, DrainerSample>(
    'text that reads as another',
    ['pay \u202Eeno', 'a\u0000b', 'x\u2066y'],
    (text) => ({ action: messageOf(text), danger: 'unreadable' }),
  ),
  ...family<string, DrainerSample>(
    'sign-in to another site',
    ['evil.example', 'app.example.evil', 'app.example:444', 'bank.example'],
    (domain) => ({ action: messageOf(signInTo(domain)), danger: 'blocked' }),
  ),
  ...family<string, DrainerSample>(
    'sign-in that is not one',
    [
      `${signInTo('app.example')}\nand more`,
      `\n${signInTo('app.example')}`,
      signInTo('app.example').replace(/0x[\da-f]{40}/i, evmAddress('someone')),
    ],
    (text) => ({ action: messageOf(text), danger: 'blocked' }),
  ),
]
