from django.apps import AppConfig


class MovingHouseConfig(AppConfig):
    name = "scorekeeper.moving_house"
