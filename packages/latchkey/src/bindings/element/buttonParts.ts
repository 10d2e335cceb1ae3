import { buttonText } from '../../core/text/buttons.js'
import type { ButtonFace } from './buttonModel.js'

/** What a button is made of, for who draws it in a page and who writes it as HTML. */
export type ButtonParts = {
  readonly attributes: Readonly<Record<string, string | undefined>>
  /** Its spans, each by its class with its text; that of a picture is the key of the picture. */
  readonly spans: readonly (readonly [name: string, text: string])[]
}

export function buttonParts(face: ButtonFace): ButtonParts {
  const { fact, image, isBusy } = face
  const spans: [string, string][] = [['text', face.text]]
  if (image) spans.unshift(['image', image.key])
  if (fact !== undefined) spans.unshift(fact === null ? ['waiting', ''] : ['fact', `${fact} `])
  if (isBusy) spans.unshift(['spinner', ''])
  return {
    attributes: {
      type: 'button',
      'data-testid': face.testId,
      class: `${face.kind} ${face.size}`,
      'aria-label': face.label?.(seenWords(face)),
      'aria-busy': isBusy ? 'true' : undefined,
      'aria-haspopup': 'dialog',
      disabled: face.isDisabled ? '' : undefined,
      // What the spans were drawn from, so that they are drawn again only when that changes.
      'data-drawn': JSON.stringify(spans),
    },
    spans,
  }
}

/** What is to be seen, in its order: who speaks to the page says it as they see it. */
function seenWords({ fact, text }: ButtonFace): string {
  if (fact === undefined) return text
  return `${fact ?? buttonText.loadingBalance} ${text}`
}
