import { networkOf } from '../chain/network.js'
import type { TransactionRequest } from '../chain/transaction.js'
import { formatExactAmount, groupedAddress, shortAddress } from './amount.js'
import type { TypedData, WalletCall } from './readCall.js'
import { readTokenCall } from './tokenCall.js'
import { fieldsOf } from './typedDataFields.js'

export type Field = {
  readonly label: string
  readonly value: string
  /** Shown in a monospaced font. */
  readonly code?: boolean
}

/** A request in words: what happens, the exact data, and a warning if needed. */
export type RequestDescription = {
  readonly title: string
  readonly sentence: string
  readonly amount?: string
  readonly fields: readonly Field[]
  readonly text?: { readonly label: string; readonly value: string; readonly code?: boolean }
  readonly warning?: { readonly title: string; readonly advice: string }
  readonly approve: string
}

export type Context = {
  /** The requesting app: a host name or its own name. */
  readonly requester: string
  /** The page's host; a sign-in for another host is suspicious. */
  readonly host?: string
  readonly chainId: number
  readonly token?: { readonly symbol: string; readonly decimals: number }
  readonly fee?: bigint
}

export function describeRequest(call: WalletCall, context: Context): RequestDescription {
  switch (call.kind) {
    case 'connect':
      return {
        title: 'Connect',
        sentence: `${context.requester} wants to see your address and suggest transactions. It cannot move anything without asking again.`,
        fields: [],
        approve: 'Connect',
      }
    case 'message':
      return describeMessage(call, context)
    case 'typed-data':
      return describeTypedData(call.typedData, context)
    case 'transaction':
      return describeTransaction(call.transaction, call.send, context)
    case 'switch-chain':
      return {
        title: 'Switch network',
        sentence: `${context.requester} wants to continue on ${networkOf(call.chainId).name}.`,
        fields: [
          { label: 'From', value: networkOf(context.chainId).name },
          { label: 'To', value: networkOf(call.chainId).name },
        ],
        approve: 'Switch',
      }
    case 'add-chain':
      return {
        title: 'Add network',
        sentence: `${context.requester} wants to add ${call.name} and switch to it.`,
        fields: [
          { label: 'Name', value: call.name },
          { label: 'Chain id', value: String(call.chainId) },
          { label: 'Currency', value: call.symbol },
          { label: 'Address of the node', value: call.rpcUrl, code: true },
        ],
        warning: {
          title: 'The node sees what you do',
          advice: 'Add a network only if you trust who runs it.',
        },
        approve: 'Add',
      }
  }
}

function describeMessage(
  { text, raw, address }: Extract<WalletCall, { kind: 'message' }>,
  { requester, host }: Context,
): RequestDescription {
  const account = { label: 'Account', value: shortAddress(address), code: true }
  if (text === undefined)
    return {
      title: 'Sign data',
      sentence: `${requester} asks you to sign data that is not readable text.`,
      fields: [account],
      text: { label: 'Data', value: raw, code: true },
      warning: {
        title: 'Not readable',
        advice: 'Sign only if you know what this data means.',
      },
      approve: 'Sign',
    }
  const signIn = readSignIn(text)
  if (!signIn)
    return {
      title: 'Sign message',
      sentence: `${requester} asks you to sign this message. Signing costs nothing.`,
      fields: [account],
      text: { label: 'Message', value: text },
      approve: 'Sign',
    }
  return {
    title: 'Sign in',
    sentence: `Prove to ${signIn.domain} that this account is yours. Signing costs nothing.`,
    fields: [{ label: 'Site', value: signIn.domain }, account],
    text: { label: 'Message', value: text },
    ...(host !== undefined &&
      host !== signIn.domain && {
        warning: {
          title: 'Another site asks',
          advice: `This signs you in to ${signIn.domain}, but ${host} is asking. Refuse unless you expected this.`,
        },
      }),
    approve: 'Sign in',
  }
}

function describeTypedData(
  typedData: TypedData,
  { requester, chainId }: Context,
): RequestDescription {
  const { domain, primaryType } = typedData
  const permit = /^Permit/.test(primaryType)
  return {
    title: permit ? 'Allow spending' : 'Sign data',
    sentence: permit
      ? `${requester} asks you to sign a permission to spend your tokens. It can be used later without asking you.`
      : `${requester} asks you to sign this data. Signing costs nothing.`,
    fields: [
      ...(typeof domain.name === 'string' ? [{ label: 'For', value: domain.name }] : []),
      { label: 'Network', value: networkOf(chainId).name },
      ...(typeof domain.verifyingContract === 'string'
        ? [{ label: 'Contract', value: groupedAddress(domain.verifyingContract), code: true }]
        : []),
      { label: 'Kind', value: primaryType },
      ...fieldsOf(typedData),
    ],
    ...(permit && {
      warning: {
        title: 'Gives away control',
        advice: 'Check the spender and the amount. Refuse if you did not start this.',
      },
    }),
    approve: 'Sign',
  }
}

function describeTransaction(
  transaction: TransactionRequest,
  send: boolean,
  context: Context,
): RequestDescription {
  const { requester, chainId, token, fee } = context
  const network = networkOf(chainId)
  const value = transaction.value ?? 0n
  const native = `${formatExactAmount(value)} ${network.symbol}`
  const tail: readonly Field[] = [
    { label: 'From', value: shortAddress(transaction.from), code: true },
    { label: 'Network', value: network.name },
    {
      label: 'Network fee, at most',
      value: fee === undefined ? 'Unknown' : `${formatExactAmount(fee)} ${network.symbol}`,
    },
  ]
  const approve = send ? 'Send' : 'Sign'
  const tokenCall = transaction.to && readTokenCall(transaction.data)
  const units = (amount: bigint) =>
    token ? `${formatExactAmount(amount, token.decimals)} ${token.symbol}` : `${amount} units`
  const contract: readonly Field[] = transaction.to
    ? [{ label: 'Contract', value: groupedAddress(transaction.to), code: true }]
    : []
  // Coins sent with a call leave the account too, so always show them.
  const along: readonly Field[] = value > 0n ? [{ label: 'Sent along', value: native }] : []

  if (tokenCall?.kind === 'transfer')
    return {
      title: 'Send tokens',
      sentence: `${requester} asks you to send tokens.`,
      amount: units(tokenCall.units),
      fields: [
        { label: 'To', value: groupedAddress(tokenCall.to), code: true },
        ...contract,
        ...along,
        ...tail,
      ],
      approve,
    }
  if (tokenCall?.kind === 'allow')
    return {
      title: 'Allow spending',
      sentence: `${requester} asks you to let someone spend your ${token?.symbol ?? 'tokens'}.`,
      amount:
        tokenCall.units === 'unlimited'
          ? `Unlimited ${token?.symbol ?? 'tokens'}`
          : units(tokenCall.units),
      fields: [
        { label: 'Spender', value: groupedAddress(tokenCall.spender), code: true },
        ...contract,
        ...along,
        ...tail,
      ],
      ...(tokenCall.units === 'unlimited' && {
        warning: {
          title: 'No limit',
          advice: 'The spender could take every token of this kind, now and later.',
        },
      }),
      approve: 'Allow',
    }
  if (!transaction.to)
    return {
      title: 'Create contract',
      sentence: `${requester} asks you to put a new contract on ${network.name}.`,
      fields: [...along, ...tail],
      ...(transaction.data && { text: { label: 'Data', value: transaction.data, code: true } }),
      approve,
    }
  if (transaction.data && transaction.data !== '0x')
    return {
      title: 'Use a contract',
      sentence: `${requester} asks you to call a contract.`,
      ...(value > 0n && { amount: native }),
      fields: [...contract, ...tail],
      text: { label: 'Data', value: transaction.data, code: true },
      approve,
    }
  return {
    title: 'Send',
    sentence: `${requester} asks you to send ${network.symbol}.`,
    amount: native,
    fields: [{ label: 'To', value: groupedAddress(transaction.to), code: true }, ...tail],
    approve,
  }
}

type SignIn = { readonly domain: string; readonly statement?: string; readonly uri?: string }

/** Detects a sign-in message (ERC-4361), to show it as such and check its domain. */
function readSignIn(text: string): SignIn | undefined {
  const [first = '', , , ...rest] = text.split('\n')
  const domain = /^(?:[a-z]+:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/.exec(
    first,
  )?.[1]
  if (!domain) return undefined
  const statement = rest[0] && !rest[0].startsWith('URI: ') ? rest[0] : undefined
  const uri = rest.find((line) => line.startsWith('URI: '))?.slice(5)
  return { domain, ...(statement && { statement }), ...(uri && { uri }) }
}
