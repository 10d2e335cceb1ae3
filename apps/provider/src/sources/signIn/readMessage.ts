import { namespaceOf, parseNetworkId, referenceOf } from '@latchkey/wire/caip'
import { ecosystems } from '@latchkey/wire/ecosystems'
import { formatSiwxMessage, parseSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'

/** A sign-in message of the widget or of AppKit; undefined for any other text. */
export function readMessage(text: string): SiwxMessage | undefined {
  return parseSiwxMessage(text) ?? parseAppKitMessage(text)
}

const header = /^(\S+ wants you to sign in with your )([\x20-\x7e]{1,64})( account:)$/
const chainLabel = 'Chain ID: '

/**
 * AppKit names the network instead of the ecosystem, writes the whole chain id, and has one empty line
 * less without a statement.
 */
function parseAppKitMessage(text: string): SiwxMessage | undefined {
  const lines = text.split('\n')
  const [, start, network = '', end] = header.exec(lines[0] ?? '') ?? []
  const chainLine = lines.find((line) => line.startsWith(chainLabel))
  const chain = parseNetworkId(chainLine?.slice(chainLabel.length))?.networkId
  if (start === undefined || chain === undefined) return undefined
  const hasStatement = !lines[3]?.startsWith('URI: ')
  const strict = [
    `${start}${ecosystems[namespaceOf(chain)]}${end}`,
    ...lines.slice(1, 3),
    ...(hasStatement ? [] : ['']),
    ...lines
      .slice(3)
      .map((line) => (line === chainLine ? `${chainLabel}${referenceOf(chain)}` : line)),
  ]
  const message = parseSiwxMessage(strict.join('\n'))
  // The same text again, so that no text can be read in two ways.
  return message && formatAppKitMessage(message, network) === text ? message : undefined
}

function formatAppKitMessage(message: SiwxMessage, network: string): string {
  const { chainId, statement } = message
  const [first = '', address, empty, ...rest] = formatSiwxMessage(message).split('\n')
  const body = statement === undefined ? rest.slice(1) : rest
  return [
    first.replace(header, (_, start, __, end) => `${start}${network}${end}`),
    address,
    empty,
    ...body.map((line) =>
      line === `${chainLabel}${referenceOf(chainId)}` ? `${chainLabel}${chainId}` : line,
    ),
  ].join('\n')
}
