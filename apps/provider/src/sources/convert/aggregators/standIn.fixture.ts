import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Address, Hex } from 'viem'
import { close, listen } from '../../../serving/listen.js'

/** What a stand-in answers to one call. */
export type StandInAnswer = {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type StandInCall = {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  /** Parsed JSON; undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read requests of every shape.
  readonly body: any
}

/** A server in the place of an aggregator. */
export type StandIn = {
  readonly url: string
  readonly calls: StandInCall[]
  /** Undefined never answers. */
  answer: (call: StandInCall) => StandInAnswer | undefined
  stop(): Promise<void>
}

export async function startStandIn(): Promise<StandIn> {
  const calls: StandInCall[] = []
  const standIn: Pick<StandIn, 'calls' | 'answer'> = { calls, answer: () => undefined }
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://stand-in')
    const sent = await text(request)
    const body = sent === '' ? undefined : JSON.parse(sent)
    const call = { path: pathname, query: Object.fromEntries(searchParams), headers, body }
    calls.push(call)
    const answer = standIn.answer(call)
    if (!answer) return
    const { status = 200, body: shown } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...answer.headers })
    response.end(typeof shown === 'string' ? shown : JSON.stringify(shown))
  })
  const port = await listen(server, 0, '127.0.0.1')
  return Object.assign(standIn, {
    url: `http://127.0.0.1:${port}`,
    stop: () => close(server),
  })
}

/** What the stand-ins of all aggregators trade. */
export type Trade = {
  readonly chain: number
  readonly contract: Address
  readonly user: Address
  /** Undefined is the native coin. */
  readonly from: Address | undefined
  readonly to: Address | undefined
  readonly amount: bigint
  readonly amountOut: bigint
  readonly minimumReturn: bigint
}

/** The changeable parts of a built transaction. */
export type Forgery = {
  readonly to?: Address
  readonly value?: bigint
  readonly recipient?: Address
  readonly amount?: bigint
  readonly minimumReturn?: bigint
  readonly buys?: Address
  readonly data?: Hex
}

/** An aggregator's published answers. */
export type PublishedShapes = {
  quote(trade: Trade): unknown
  swap(trade: Trade, forgery?: Forgery): unknown
  readonly noRoute: StandInAnswer
  readonly rateLimited: StandInAnswer
  readonly priceGone: StandInAnswer
  readonly unauthorized: StandInAnswer
  /** An answer for another chain. */
  wrongChain(trade: Trade): unknown
  /** Answers that differ from the published shape or do not fit the request. */
  malformed(trade: Trade): Readonly<Record<string, unknown>>
}
