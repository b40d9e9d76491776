import { Link, useSearchParams } from 'react-router';
import { FakeScreen } from './fake-screen.tsx';
import { isScene, SCENE_NAMES, SCENES } from './scenes.ts';

/** `/dev/room`: every state of the room from a fake one, in development builds only. `?scene=` names the state; without it, the list. */
export function Component() {
  const [params] = useSearchParams();
  const scene = params.get('scene');
  if (isScene(scene)) return <FakeScreen key={scene} name={scene} />;
  return (
    <div className="wrap grid gap-6 py-10">
      <h1 className="text-heading">La loge, dans tous ses états</h1>
      <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {SCENE_NAMES.map((name) => (
          <li key={name} className="border-b border-line">
            <Link
              to={`?scene=${name}`}
              className="flex min-h-12 items-center justify-between gap-4 hover:text-spot"
            >
              {SCENES[name].title}
              <span className="text-kicker text-muted">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
