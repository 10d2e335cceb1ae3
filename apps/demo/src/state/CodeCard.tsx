import { useState } from 'react'
import type { Configuration } from '../configuration/configuration.js'
import { type CodeKind, embedCode, type Framework } from '../configuration/embedCode.js'
import type { Field } from '../configuration/fields.js'
import { policyCode } from '../configuration/policy.js'
import { CopyButton } from '../panel/CopyButton.js'
import { Segments } from '../panel/Segments.js'

/** Strings, then keywords, then element names. */
const tokens =
  /(?<text>'(?:[^'\\\n]|\\.)*'|"[^"\n]*")|(?<word>\b(?:import|from|const|export|function|return|await|type)\b(?! ?[=:]))|(?<tag><\/?[A-Za-z][\w-]*)/g

/** Code with syntax highlighting. */
function Highlighted({ code }: { readonly code: string }) {
  const parts = []
  let end = 0
  for (const { 0: found, index, groups = {} } of code.matchAll(tokens)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)
    parts.push(
      code.slice(end, index),
      <span key={index} className={`code-${kind}`}>
        {found}
      </span>,
    )
    end = index + found.length
  }
  return [...parts, code.slice(end)]
}

type CodeCardProps = {
  readonly fields: readonly Field[]
  readonly configuration: Configuration
  readonly framework: Framework
}

type Shown = CodeKind | 'policy'

const choices: readonly { readonly value: Shown; readonly label: string; readonly hint: string }[] =
  [
    { value: 'vanilla', label: 'HTML', hint: 'For a page that is built.' },
    { value: 'react', label: 'React', hint: 'The modal is drawn by your own React.' },
    {
      value: 'script',
      label: 'Script tag',
      hint: 'For a page without a build, with the folder dist/script of the package on your server.',
    },
    {
      value: 'policy',
      label: 'Policy',
      hint: 'The hosts this configuration asks, and no others. A header does the same.',
    },
  ]

/** The code that embeds the widget as configured, and what the page has to allow it. */
export function CodeCard({ fields, configuration, framework }: CodeCardProps) {
  const [shown, setShown] = useState<Shown>(framework)
  const code =
    shown === 'policy' ? policyCode(configuration) : embedCode(shown, fields, configuration)
  return (
    <section className="card wide" aria-labelledby="code-title">
      <div className="card-head">
        <h2 id="code-title">Your code</h2>
        <CopyButton label="Copy code" text={() => code} />
      </div>
      <Segments
        label="Code for"
        choices={choices}
        value={shown}
        onChange={(value) => setShown(value as Shown)}
      />
      <pre className="code" data-testid="code">
        <Highlighted code={code} />
      </pre>
      <p className="hint">{choices.find(({ value }) => value === shown)?.hint}</p>
    </section>
  )
}
