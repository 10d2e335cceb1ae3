import type { Hex } from 'viem'
import type { StandInRequest, StandInResponse } from '../onramp/drivers/standIn.fixture.js'
import type { ChainFacts, TransactionFact } from './facts.fixture.js'

type Dialect = 'etherscan' | 'blockscout' | 'routescan'
type Row = Readonly<Record<string, unknown>>

/**
 * The account module as published: https://docs.etherscan.io/api-reference/endpoint/txlist, /txlistinternal,
 * /tokentx, /tokennfttx and /token1155tx; Blockscout's differences after the view `API.RPC.AddressView` of its
 * repository; Routescan's at https://routescan.io/documentation/api-swagger.
 */
export function answerEtherscan(
  facts: ChainFacts,
  { query }: StandInRequest,
  dialect: Dialect,
): StandInResponse {
  if (dialect === 'etherscan' && query.get('chainid') !== String(facts.chain)) {
    return rejected(
      'Missing or unsupported chainid parameter (required for v2 api), please see chainlist for the list of supported chainids',
    )
  }
  const account = query.get('address') as Hex
  const action = query.get('action') ?? ''
  if (action === 'tokenlist') return listed(tokenList(facts, account))
  const read = rowsOf[action]
  if (!read) return rejected('Error! Missing Or invalid Action name')
  const [start, end] = [Number(query.get('startblock')), Number(query.get('endblock'))]
  const rows = facts.transactions
    .filter(({ block }) => block >= start && block <= end)
    .flatMap((tx) => read(tx, account, dialect))
    .reverse()
  const size = Math.min(Number(query.get('offset')), 1_000)
  const page = Number(query.get('page'))
  return listed(rows.slice((page - 1) * size, page * size))
}

const rowsOf: Readonly<
  Record<string, (tx: TransactionFact, account: Hex, dialect: Dialect) => readonly Row[]>
> = {
  txlist: (tx, account) =>
    [tx.from, tx.to, tx.created].includes(account)
      ? [
          {
            ...commonRow(tx),
            from: tx.from,
            to: tx.to ?? '',
            value: tx.value.toString(),
            isError: tx.isFailed ? '1' : '0',
            txreceipt_status: tx.isFailed ? '0' : '1',
            input: tx.input,
            contractAddress: tx.created ?? '',
            methodId: tx.input.slice(0, 10),
            functionName: 'claim(<script>alert(1)</script>)',
          },
        ]
      : [],
  txlistinternal: (tx, account, dialect) =>
    tx.internal.flatMap(({ from, to, value }, index) =>
      from === account || to === account
        ? [
            {
              blockNumber: String(tx.block),
              timeStamp: String(tx.time),
              ...(dialect === 'blockscout'
                ? { transactionHash: tx.hash, index: String(index), callType: 'call' }
                : { hash: tx.hash, traceId: `0_${index}` }),
              from,
              to,
              value: value.toString(),
              contractAddress: '',
              input: '',
              type: 'call',
              gas: '2300',
              gasUsed: '0',
              isError: '0',
              errCode: '',
            },
          ]
        : [],
    ),
  tokentx: (tx, account, dialect) => tokenRows(tx, account, 'erc20', dialect),
  tokennfttx: (tx, account, dialect) => tokenRows(tx, account, 'erc721', dialect),
  token1155tx: (tx, account, dialect) => tokenRows(tx, account, 'erc1155', dialect),
}

function tokenRows(
  tx: TransactionFact,
  account: Hex,
  standard: string,
  dialect: Dialect,
): readonly Row[] {
  return tx.transfers
    .filter((one) => one.standard === standard && [one.from, one.to].includes(account))
    .map(({ from, to, contract, amount, tokenId, logIndex }) => ({
      ...commonRow(tx),
      from,
      contractAddress: contract,
      to,
      // Whatever an index says about the token is not used.
      tokenName: '<img src=x onerror=alert(1)>',
      tokenSymbol: 'FAKE',
      tokenDecimal: '2',
      input: 'deprecated',
      ...(dialect === 'blockscout' && { logIndex: String(logIndex) }),
      ...(standard === 'erc20' && { value: amount.toString() }),
      ...(standard !== 'erc20' && { tokenID: tokenId?.toString() }),
      ...(standard === 'erc1155' && { tokenValue: amount.toString() }),
    }))
}

function commonRow(tx: TransactionFact): Row {
  return {
    blockNumber: String(tx.block),
    timeStamp: String(tx.time),
    hash: tx.hash,
    nonce: String(tx.nonce),
    blockHash: tx.hash,
    transactionIndex: String(tx.index),
    gas: '21000',
    gasPrice: '1000000000',
    cumulativeGasUsed: '21000',
    gasUsed: '21000',
    confirmations: '12',
  }
}

/** Blockscout lists what an account holds, with balances that are not used. */
function tokenList({ transactions }: ChainFacts, account: Hex): readonly Row[] {
  const transfers = transactions.flatMap((tx) => tx.transfers).filter(({ to }) => to === account)
  const types = { erc20: 'ERC-20', erc721: 'ERC-721', erc1155: 'ERC-1155' }
  return [...new Map(transfers.map((one) => [one.contract, one])).values()].map(
    ({ contract, standard }) => ({
      balance: '999999999999999999999999999',
      contractAddress: contract,
      decimals: '2',
      name: '<img src=x onerror=alert(1)>',
      symbol: 'FAKE',
      type: types[standard],
    }),
  )
}

function listed(result: readonly Row[]): StandInResponse {
  return result.length > 0
    ? { body: { status: '1', message: 'OK', result } }
    : { body: { status: '0', message: 'No transactions found', result } }
}

/** https://docs.etherscan.io/resources/common-error-messages */
function rejected(result: string): StandInResponse {
  return { body: { status: '0', message: 'NOTOK', result } }
}

export const etherscanFaults: Readonly<Record<string, StandInResponse>> = {
  'a rate limit': rejected('Max rate limit reached, please use API Key for higher rate limit'),
  'a daily limit': rejected('Max daily rate limit reached'),
  'a rejected key': rejected('Invalid API Key'),
  'a plan without the chain': rejected(
    'Free API access is not supported for this chain. Please upgrade your api plan.',
  ),
  'a query timeout': rejected('Query Timeout occured. Please select a smaller result dataset'),
  'blocks that are not ready': {
    body: { status: '2', message: 'OK', result: [{ hash: '0x' }] },
  },
  'a result that is no list': { body: { status: '1', message: 'OK', result: 'OK' } },
  'rows of other types': { body: { status: '1', message: 'OK', result: [1, null, []] } },
  'rows without fields': { body: { status: '1', message: 'OK', result: [{}] } },
}

/** Changes every row of an answer. */
export function mapEtherscanRows(
  answer: StandInResponse,
  change: (row: Record<string, unknown>) => Record<string, unknown>,
): StandInResponse {
  const body = answer.body as { readonly result: readonly Record<string, unknown>[] }
  return { ...answer, body: { ...body, result: body.result.map(change) } }
}
