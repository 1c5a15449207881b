import { useQuery } from '@tanstack/react-query'
import { addSample, removeSample, sampleLabel } from '../../data/tasks/sample.ts'
import { taskCount } from '../../data/tasks/task-queries.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { Setting } from './setting.tsx'

export function SampleSetting() {
  const { data: n = 0 } = useQuery(taskCount({ label: [sampleLabel] }))
  return (
    <Setting name={m.sample.name} hint={m.sample.hint}>
      {n > 0 ? (
        <Button look="outlined" onClick={() => void removeSample()}>
          {m.sample.remove(n)}
        </Button>
      ) : (
        <Button look="outlined" onClick={() => void addSample()}>
          {m.sample.add}
        </Button>
      )}
    </Setting>
  )
}
