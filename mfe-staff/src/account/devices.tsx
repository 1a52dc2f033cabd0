import type { Device } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useRef } from 'react'
import styles from './sign-in-settings.module.css'

const devicesKey = ['devices'] as const
const readDevices = async () => (await call('GET /api/auth/devices', {})).devices

/** Lists the user's sessions, each with a button that ends it. The session of this device has none: Logout ends it. */
export function Devices() {
  const { data, error, refetch } = useQuery({ queryKey: devicesKey, queryFn: readDevices, staleTime: 0 }, queryClient)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles['section']} aria-labelledby="devices">
      <h2 id="devices" className={styles['title']} ref={title} tabIndex={-1}>
        Signed in on these devices
      </h2>
      {data ? (
        <ul className={styles['list']} aria-labelledby="devices">
          {data.map((device) => (
            // The row disappears with its button, so the focus moves to the heading.
            <DeviceRow key={device.id} device={device} onSignedOut={() => title.current?.focus()} />
          ))}
        </ul>
      ) : error ? (
        <ErrorPanel title={messageOf(error, 'Failed to load your devices')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label="Loading your devices" rows={2} />
      )}
    </section>
  )
}

interface DeviceRowProps {
  readonly device: Device
  readonly onSignedOut: () => void
}

function DeviceRow({ device, onSignedOut }: DeviceRowProps) {
  const { id, name, at, last_seen } = device
  const { run, isPending, waiting } = useCommand<string>({
    send: (deviceId, idempotencyKey) =>
      call('DELETE /api/auth/devices/{id}', { params: { id: deviceId } }, { idempotencyKey }),
    failed: 'Failed to sign the device out',
    onDone: () => {
      queryClient.setQueryData<Device[]>(devicesKey, (devices) => devices?.filter((other) => other.id !== id))
      toast.success('The device is signed out.')
      onSignedOut()
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Failed to sign the device out'))
      void queryClient.invalidateQueries({ queryKey: devicesKey })
    },
  })
  return (
    <li className={styles['entry']}>
      <div className={styles['words']}>
        <strong className={styles['name']}>{name}</strong>
        <span className={styles['when']}>
          Since <time dateTime={at}>{venueMoment(new Date(at))}</time>, last seen{' '}
          <time dateTime={last_seen}>{venueMoment(new Date(last_seen))}</time>
        </span>
      </div>
      {device.this ? (
        <span className={styles['this']}>This device</span>
      ) : (
        <Button
          variant="secondary"
          size="compact"
          busy={isPending && !waiting}
          aria-label={`Sign out ${name}`}
          onClick={() => run(id)}
        >
          Sign out
        </Button>
      )}
      <WaitsForConnection waiting={waiting} />
    </li>
  )
}
