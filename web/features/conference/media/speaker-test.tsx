import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { audioContext } from '#web/conference-core/media/audio-level.ts';
import { Button } from '#web/ui/button.tsx';

/** Do, mi, sol (C5, E5, G5), in hertz. */
const NOTES = [523.25, 659.25, 783.99];
const LASTS = 1_200;

/** Three notes on the chosen loudspeaker. @throws what setSinkId and play throw */
async function playNotes(speakerId: string | null): Promise<void> {
  const audio = audioContext();
  const target = audio.createMediaStreamDestination();
  NOTES.forEach((frequency, index) => {
    const note = audio.createOscillator();
    const gain = audio.createGain();
    const from = audio.currentTime + index * 0.22;
    note.frequency.value = frequency;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(0.25, from + 0.03);
    gain.gain.linearRampToValueAtTime(0, from + 0.4);
    note.connect(gain).connect(target);
    note.start(from);
    note.stop(from + 0.45);
  });
  const element = new Audio();
  element.srcObject = target.stream;
  if (speakerId !== null && 'setSinkId' in element) await element.setSinkId(speakerId);
  await element.play();
  await new Promise((resolve) => setTimeout(resolve, LASTS));
  element.srcObject = null;
}

/** A sound on the loudspeaker that was chosen, and what to do if it was not heard. */
export function SpeakerTest({ speakerId }: { speakerId: string | null }) {
  const [state, setState] = useState<'idle' | 'playing' | 'played' | 'failed'>('idle');
  const play = async () => {
    setState('playing');
    try {
      await playNotes(speakerId);
      setState('played');
    } catch (error) {
      console.warn('The loudspeaker test failed', error);
      setState('failed');
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button size="sm" onClick={() => void play()} loading={state === 'playing'}>
        <Volume2 aria-hidden="true" />
        Écouter un son
      </Button>
      <p role="status" className="text-small text-muted">
        {state === 'played' &&
          'Vous n’avez rien entendu ? Montez le volume, ou choisissez un autre haut-parleur.'}
        {state === 'failed' && 'Ce haut-parleur ne répond pas. Choisissez-en un autre.'}
      </p>
    </div>
  );
}
