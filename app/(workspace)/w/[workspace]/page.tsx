import { NextReview } from "@/components/branches/next-review.tsx";

export default function WorkspacePage() {
  return <NextReview />;
}
