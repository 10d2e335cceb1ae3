import { safeParseJson } from '@latchkey/wire/json'
import { type FrameSettings, frameSettings, isProjectOrigin } from '@latchkey/wire/login/page'
import * as v from 'valibot'

/** What the provider wrote into the document, or undefined for a document it did not write. */
export function readSettings(text: string | null | undefined): FrameSettings | undefined {
  const parsed = v.safeParse(frameSettings, safeParseJson(text ?? ''))
  return parsed.success ? parsed.output : undefined
}

/** The provider's list decides which pages may embed the frame, not what a page claims. */
export function originPolicy(settings: FrameSettings): (origin: string) => boolean {
  return (origin) => isProjectOrigin(origin, settings)
}
