import { useEffect, useRef, useState } from 'react'
import { scanner as text } from '../../../core/text/scanner.js'
import { loadCodeReader } from './readCode.js'

/** In bytes: more is no photograph of a code, and would stall the page. */
const largestPicture = 20_000_000

/** A picture of a code instead of the camera. */
export function usePicture(onFound: (text: string) => void) {
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function read(file: File) {
    setIsReading(true)
    setProblem(undefined)
    readFile(file).then((answer) => {
      if (!isHere.current) return
      setIsReading(false)
      if ('found' in answer) onFound(answer.found)
      else setProblem(answer.problem)
    })
  }
  return { isReading, problem, read }
}

async function readFile(
  file: File,
): Promise<{ readonly found: string } | { readonly problem: string }> {
  if (file.size > largestPicture) return { problem: text.pictureTooLarge }
  try {
    const [reader, picture] = await Promise.all([loadCodeReader(), createImageBitmap(file)])
    const found = reader.readPicture(picture)
    picture.close()
    return found === undefined ? { problem: text.noCodeInPicture } : { found }
  } catch {
    return { problem: text.unreadablePicture }
  }
}
