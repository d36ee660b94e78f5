"""The first answer of an installation."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scorekeeper.clubs.models import Club

ONLY = 1


class Answer(models.TextChoices):
    """What the installation is for. A demo can be thrown away; then the question is asked again."""

    HOME = "home"
    CLUB = "club"
    DEMO = "demo"


class FirstAnswer(models.Model):
    """The answer to the welcome question: at most one row, so that of two answers at once the second one fails."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    answer = models.CharField(max_length=4, choices=Answer)
    demo = models.OneToOneField(Club, on_delete=models.CASCADE, null=True, related_name="+")
    given_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=ONLY), name="first_answer_once"),
            models.CheckConstraint(condition=Q(answer=Answer.DEMO) | Q(demo=None), name="first_answer_demo"),
        ]

    def __str__(self) -> str:
        return self.answer
