/** Why a form or a step was refused, read out at once; nothing while all is well. */
export function ProblemLine({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p role="alert" className="text-bad">
      {text}
    </p>
  )
}
