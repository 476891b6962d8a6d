import { LoadingScreen } from '../app/loading-screen.tsx';

/** The admin control panel (specification §2). */
export default function AdminPanel() {
  return <LoadingScreen text="Loading admin panel..." />;
}
