import { createLatchkey, type Latchkey } from 'latchkey'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { type Facts, useSubscribedFacts } from '../state/facts.js'
import type { SessionState } from '../widget/createSession.js'
import { showPlayground } from './showPlayground.js'

/** Plain elements from the page's template; React only lends the place. */
function Stage({ state: { latchkey, applied } }: { readonly state: SessionState }) {
  const buttons = useRef<HTMLDivElement>(null)
  const modal = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const template = document.querySelector<HTMLTemplateElement>('#buttons')
    if (template) buttons.current?.replaceChildren(template.content.cloneNode(true))
  }, [])

  const { enableEmbedded, disableAppend } = applied
  useLayoutEffect(() => {
    const element = enableEmbedded
      ? document.createElement('latchkey-modal')
      : disableAppend
        ? latchkey.getModalElement()
        : undefined
    modal.current?.replaceChildren(...(element ? [element] : []))
  }, [latchkey, enableEmbedded, disableAppend])

  return (
    <>
      <div ref={buttons} className="stage-buttons" />
      <div ref={modal} className="stage-modal" />
    </>
  )
}

type WithFactsProps = {
  readonly latchkey: Latchkey
  readonly children: (facts: Facts) => ReactNode
}

function WithFacts({ latchkey, children }: WithFactsProps) {
  return children(useSubscribedFacts(latchkey))
}

void showPlayground({ framework: 'vanilla', create: createLatchkey, Stage, WithFacts })
