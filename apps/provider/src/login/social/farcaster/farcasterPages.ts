import * as v from 'valibot'
import { failureName } from '../../../log.js'
import type { LoginParts } from '../../LoginParts.js'
import { checkOwnPage } from '../../site/numberPage.js'
import type { PageAnswer, PageRequest, SitePage } from '../../site/sitePage.js'
import { farcasterDocument, unknownDocument } from '../documents.js'
import { randomNumber } from '../matchNumber.js'
import type { Farcaster } from './createFarcaster.js'
import { detailsOf, isFarcasterLogin } from './farcasterFlow.js'

const flowName = v.pipe(v.string(), v.uuid())

/**
 * The page a Farcaster code opens on a phone. Only a press on it asks Farcaster for a sign-in, so
 * visitors read which site asks before the app prompts them.
 */
export function farcasterPages(parts: LoginParts, farcaster: Farcaster | undefined): SitePage[] {
  const { flows, log, publicUrl } = parts

  async function flowOf({ params }: PageRequest) {
    const flow = v.is(flowName, params.flow) ? await flows.byId(params.flow) : undefined
    return flow && isFarcasterLogin(flow) && flow.state === 'begun' ? flow : undefined
  }

  async function show(request: PageRequest): Promise<PageAnswer> {
    const flow = await flowOf(request)
    return flow ? { document: farcasterDocument(flow.origin) } : unknown
  }

  async function open(request: PageRequest): Promise<PageAnswer> {
    checkOwnPage(publicUrl, request)
    const flow = await flowOf(request)
    if (!flow || !farcaster) return unknown
    try {
      const { url, ...channel } = await farcaster.open(request.signal)
      const number = randomNumber()
      const details = { ...channel, number, openedAt: parts.clock.now() }
      const moved = await flows.move(flow, { from: 'begun', to: 'numbered', details })
      return moved ? { json: { number: detailsOf(moved).number, url } } : unknown
    } catch (error) {
      log({ level: 'warn', event: 'farcaster-login-failed', reason: failureName(error) })
      return { status: 502, document: unknownDocument }
    }
  }

  const path = '/farcaster/:flow'
  return [
    { name: 'farcasterPage', method: 'GET', path, answer: show },
    { name: 'farcasterOpen', method: 'POST', path, bodyLimit: 1_024, answer: open },
  ]
}

const unknown: PageAnswer = { status: 400, document: unknownDocument }
