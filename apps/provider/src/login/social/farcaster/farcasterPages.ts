import * as v from 'valibot'
import { failureName } from '../../../log.js'
import type { LoginParts } from '../../LoginParts.js'
import { assertSameOrigin } from '../../site/numberPage.js'
import type { PageRequest, PageResponse, SitePage } from '../../site/sitePage.js'
import { farcasterDocument, unknownDocument } from '../documents.js'
import { createMatchNumber } from '../matchNumber.js'
import type { Farcaster } from './createFarcaster.js'
import { isFarcasterLogin, parseFarcasterDetails } from './farcasterFlow.js'

const flowId = v.pipe(v.string(), v.uuid())

/**
 * The page a Farcaster code opens on a phone. It requests the sign-in only after a click, so that
 * visitors read which site asks before the app prompts them.
 */
export function farcasterPages(parts: LoginParts, farcaster: Farcaster | undefined): SitePage[] {
  const { flows, log, publicUrl } = parts

  async function findFlow({ params }: PageRequest) {
    const flow = v.is(flowId, params.flow) ? await flows.findById(params.flow) : undefined
    return flow && isFarcasterLogin(flow) && flow.state === 'begun' ? flow : undefined
  }

  async function showPage(request: PageRequest): Promise<PageResponse> {
    const flow = await findFlow(request)
    return flow ? { document: farcasterDocument(flow.origin) } : unknownFlow
  }

  async function openChannel(request: PageRequest): Promise<PageResponse> {
    assertSameOrigin(publicUrl, request)
    const flow = await findFlow(request)
    if (!flow || !farcaster) return unknownFlow
    try {
      const { url, ...channel } = await farcaster.open(request.signal)
      const number = createMatchNumber()
      const details = { ...channel, number, openedAt: parts.clock.now() }
      const updated = await flows.transition(flow, { from: 'begun', to: 'numbered', details })
      return updated
        ? { json: { number: parseFarcasterDetails(updated).number, url } }
        : unknownFlow
    } catch (error) {
      log({ level: 'warn', event: 'farcaster-login-failed', reason: failureName(error) })
      return { status: 502, document: unknownDocument }
    }
  }

  const path = '/farcaster/:flow'
  return [
    { name: 'farcasterPage', method: 'GET', path, handle: showPage },
    { name: 'farcasterOpen', method: 'POST', path, bodyLimit: 1_024, handle: openChannel },
  ]
}

const unknownFlow: PageResponse = { status: 400, document: unknownDocument }
